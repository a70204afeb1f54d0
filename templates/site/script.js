// Pages work without this script. It makes them smoother: links on a board change the page in place, what was typed,
// where a large board was moved to and the focus stay, arrow keys leaf through a game, a form is sent once.
(() => {
  "use strict";
  const one = selector => document.querySelector(selector);
  const rect = element => element.getBoundingClientRect();
  const smooth = e => e.closest && e.closest("[data-smooth] a[href]");

  // A page loaded again or sent to somebody does not say again what was done.
  const here = new URL(location);
  if (here.searchParams.has("done")) {
    here.searchParams.delete("done");
    history.replaceState(history.state, "", here);
  }

  // keep leaves a board that does not fit where it was, if what matters now is in sight there. Else the style sheet has
  // moved it.
  function keep(left, top) {
    const spot = one(".board>i");
    if (!spot) return;
    const board = spot.parentNode, box = rect(board), at = rect(spot);
    const x = at.left - box.left + board.scrollLeft - left, y = at.top - box.top + board.scrollTop - top;
    if (x < 24 || y < 24 || x > board.clientWidth - 24 || y > board.clientHeight - 24) return;
    spot.remove();
    board.scrollTo(left, top);
  }

  // out says how far a stretch is out of bounds.
  const out = (from, to, low, high) => Math.min(from - low, Math.max(0, to - high));

  // Not every browser scrolls to a link in a picture. The button that plays may cover the last 90 px.
  addEventListener("focusin", e => {
    const a = smooth(e.target), board = a && a.closest(".board");
    if (!board || !a.matches(":focus-visible")) return;
    const box = rect(board);
    let at = rect(a);
    board.scrollBy(out(at.left, at.right, box.left, box.right), out(at.top, at.bottom, box.top, box.bottom));
    at = rect(a);
    scrollBy(0, out(at.top, at.bottom, 0, innerHeight - 90));
  });

  // What was typed and not sent yet, or brought back by a refused form, by field. Some pages lack fields.
  const typed = {}, texts = () => document.querySelectorAll("main textarea");

  function giveBack() {
    texts().forEach(t => {
      const [text, changed] = typed[t.name] || [], fold = t.closest("details");
      if (!text || t.value && !changed) return;
      t.value = text;
      if (fold) fold.open = true;
    });
  }

  // What was written and not sent is there again when the page comes back, until the game has moved on.
  const draft = "draft " + location.pathname, stand = () => (one(".stage") || { dataset: {} }).dataset.ply;
  let sent = false;
  try {
    const { ply, text } = JSON.parse(sessionStorage[draft] || "{}");
    if (text && ply === stand()) {
      for (const name in text) typed[name] = [text[name], false];
      giveBack();
    }
    delete sessionStorage[draft];
  } catch { /* written anew */ }
  addEventListener("pagehide", () => {
    const text = {};
    texts().forEach(t => { if (t.value !== t.defaultValue) text[t.name] = t.value; });
    if (stand() && !sent && Object.keys(text).length)
      try { sessionStorage[draft] = JSON.stringify({ ply: stand(), text }); } catch { /* lost */ }
  });

  // heir returns what has the focus when a link has led on: the same way on, else the turn, else how the game stands.
  const heir = a => a.dataset.go && (one(`.steps [data-go=${a.dataset.go}]`) || one(".steps a")) ||
    a.closest(".moves") && one(".moves [aria-current]") || a.closest(".views") && one(".size") ||
    one("#turn") || one(".standing");

  // The last turn of a board moves step by step, unless the reader wants no motion. Whatever they do ends it.
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), step = 150;
  let moving = [];
  const rush = () => { moving.splice(0).forEach(a => a.finish()); };
  for (const act of ["pointerdown", "keydown"]) addEventListener(act, rush, true);

  // move shows the last turn of a picture, with the pieces that it captured on the picture before.
  function move(svg, before) {
    rush();
    if (!svg || !svg.dataset.steps || calm.matches || !svg.animate) return;
    const tracks = [], at = new Map, gone = [], sown = [], xy = spot => spot.split(" ").map(Number);
    let time = 0;
    const track = (kind, spot) => {
      let one = at.get(kind + spot);
      if (!one) tracks.push(one = { kind, spot, way: [[0, spot]] });
      at.delete(kind + spot);
      return one;
    };
    const lead = (one, spot) => {
      one.way.push([time, one.spot], [time + step, spot]);
      at.set(one.kind + (one.spot = spot), one);
    };
    for (const part of svg.dataset.steps.split(";")) {
      const [kind, ...n] = part.split(" "), spots = n.flatMap((x, i) => i % 2 ? [] : [x + " " + n[i + 1]]);
      if (kind === "x") { gone.push(spots[0]); continue; }
      if (kind === "p" || kind === "c") lead(track("piece", spots[0]), spots[1]);
      if (kind === "c" || kind === "b") {
        const ball = track("ball", spots[0]);
        spots.slice(1).forEach((spot, i) => { if (i) time += step; lead(ball, spot); });
      }
      if (kind[0] === "s") spots.slice(1).forEach((spot, i) => {
        if (i) time += step;
        sown.push([time, kind.slice(1), spots[0], spot]);
      });
      time += step;
    }
    const used = (of, kind, [x, y]) => of.querySelector(`.${kind}[x="${x + 1}"][y="${y + 1}"]`);
    const animate = (e, frames) => { const a = e.animate(frames, { duration: time }); moving.push(a); return a; };
    const shift = ([x, y], [x0, y0]) => `translate(${x - x0}px,${y - y0}px)`;
    let top = [...svg.querySelectorAll(".piece,.ball")].at(-1);
    for (const { kind, spot, way } of tracks) {
      const end = xy(spot), e = used(svg, kind, end);
      if (!e) continue;
      if (e !== top) top.after(e); // what moves passes over what stands
      animate(top = e, way.concat([[time, spot]]).map(([ms, s]) =>
        ({ offset: ms / time, transform: shift(xy(s), end), easing: "ease-out" })));
    }
    for (const [ms, colour, from, to] of sown) {
      const e = svg.appendChild(document.createElementNS(svg.namespaceURI, "circle")), [x, y] = xy(to);
      e.setAttribute("class", "board-" + colour);
      for (const [k, v] of [["cx", x], ["cy", y], ["r", 8]]) e.setAttribute(k, v);
      animate(e, [
        { offset: 0, opacity: 0 }, { offset: ms / time, opacity: 0, transform: shift(xy(from), [x, y]) },
        { offset: ms / time, opacity: 1, transform: shift(xy(from), [x, y]), easing: "ease-out" },
        { offset: (ms + step) / time, opacity: 1, transform: "none" }, { offset: 1, opacity: 0 },
      ]).onfinish = () => e.remove();
    }
    for (const spot of gone) {
      const [x, y] = xy(spot), old = before && used(before, "piece", [x, y]);
      const look = old && before.querySelector(old.getAttribute("href"));
      if (!look) continue;
      const e = svg.appendChild(look.cloneNode(true));
      e.removeAttribute("id");
      e.setAttribute("transform", `translate(${x + 1} ${y + 1})`);
      animate(e, [{ opacity: 1 }, { offset: .6, opacity: 1 }, { opacity: 0 }]).onfinish = () => e.remove();
    }
    const ways = svg.querySelector(".ways");
    if (ways) animate(ways, [{ opacity: 0 }, { offset: .7, opacity: 0 }, { opacity: 1 }]);
  }

  const picture = () => one(".stage .board svg");

  // news shows a turn of somebody else once.
  function news() {
    const stage = one(".stage[data-news]"), key = "seen " + location.pathname;
    try {
      if (!stage || localStorage[key] === stage.dataset.ply) return;
      localStorage[key] = stage.dataset.ply;
    } catch { return; }
    move(picture());
  }
  news();

  let shown = 0; // counts the pages asked for: the last is wanted

  // show shows the page that a link leads to, or an earlier one. Safari would mark what gets the focus after a tap too.
  function show(url, a, focusVisible) {
    const mine = ++shown;
    return fetch(url, { headers: { Accept: "text/html" } }).then(r => r.ok && !r.redirected ? r.text() : "").then(text => {
      const page = new DOMParser().parseFromString(text, "text/html"), next = page.querySelector("main");
      if (!next) throw 0;
      if (mine !== shown) return;
      texts().forEach(t => { typed[t.name] = [t.value, t.value !== t.defaultValue]; });
      const { scrollLeft, scrollTop } = one(".board") || next;
      const before = picture(), stood = before && +before.closest(".stage").dataset.ply;
      one("main").replaceWith(next);
      giveBack();
      keep(scrollLeft, scrollTop);
      title(page.title);
      follow();
      const now = picture(), stands = now && +now.closest(".stage").dataset.ply;
      const tried = new URL(url).searchParams.has("turn");
      if (now && before && now.dataset.steps !== before.dataset.steps && (stands > stood || tried && stands === stood)) {
        move(now, before);
        if (stands > stood) try { localStorage["seen " + location.pathname] = stands; } catch { /* seen once more */ }
      }
      if (!a) return;
      history.pushState(null, "", url);
      const at = heir(a);
      if (at.tabIndex < 0) at.tabIndex = -1;
      at.focus({ preventScroll: true, focusVisible });
    }).catch(() => { if (mine === shown) location = url; });
  }

  const held = e => e.metaKey || e.ctrlKey || e.altKey || e.shiftKey;

  addEventListener("click", e => {
    const a = smooth(e.target), to = a && a.getAttribute("href");
    if (!a || to[0] === "#" || e.button || held(e)) return;
    const url = new URL(to, location);
    // A form that was refused left the page at an address below its own.
    if (url.origin !== origin || !(location.pathname + "/").startsWith(url.pathname + "/")) return;
    e.preventDefault();
    show(url.href, a, !e.detail || a.matches(":focus-visible"));
  });

  // An open page learns of changes by a stream, and shows them in place. It counts the games that wait in its title.
  const path = document.currentScript.dataset.worker, tags = () => one("main").dataset.live || "";
  let port, source;

  // Screen readers read what this says of a change.
  const said = document.body.appendChild(document.createElement("p"));
  said.className = "hide";
  said.setAttribute("role", "status");

  function title(page) {
    const badge = one(".badge"), n = badge ? parseInt(badge.textContent) : 0;
    document.title = (n ? `(${n}) ` : "") + page.replace(/^\(\d+\) /, "");
  }

  function count(n) {
    const box = one("nav.own a[href='/inbox']");
    if (!box) return;
    const badge = box.querySelector(".badge") || box.appendChild(document.createElement("span"));
    badge.className = n ? "badge" : "";
    badge.textContent = n || "";
    title(document.title);
  }

  // hear takes what has changed and the tags of how it stands. This page may show that already, or show no inbox.
  function hear(text, stands) {
    const { game, waiting } = JSON.parse(text);
    if (waiting >= 0) count(waiting);
    const tag = tags().split("~").find(tag => tag.startsWith((game || "inbox") + "-"));
    if (!tag || tag === "inbox-new" || stands.split("~").includes(tag)) return;
    const at = document.activeElement, { name, selectionStart, selectionEnd } = at || {};
    show(location.href).then(() => {
      said.textContent = ["last", "standing"].map(part => one("main ." + part)?.textContent).join(" ");
      const field = name && one(`main [name="${name}"]`);
      if (!field) return;
      field.focus({ preventScroll: true });
      if (selectionStart >= 0) field.setSelectionRange(selectionStart, selectionEnd);
    });
  }

  // Without shared workers only a page in sight has a stream.
  function follow() {
    if (port) port.postMessage(tags());
    else {
      if (source) source.close();
      if (!tags() || document.hidden) return;
      source = new EventSource("/live?shown=" + tags());
      source.onmessage = e => hear(e.data, e.lastEventId);
    }
  }

  if (tags()) {
    title(document.title);
    try {
      port = new SharedWorker(path).port;
    } catch { /* there are none, or none for a site that may store nothing */ }
    if (port) {
      port.onmessage = e => hear(...e.data);
      addEventListener("pagehide", () => port.postMessage(""));
    } else document.addEventListener("visibilitychange", follow);
    addEventListener("pageshow", follow);
  }

  addEventListener("popstate", () => { if (one("[data-smooth]")) show(location.href); });

  addEventListener("keydown", e => {
    if (held(e) || e.target.closest && e.target.closest("input,textarea,select,pre,.scroll")) return;
    const go = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    const a = go && one(`.steps [data-go=${go}]`);
    if (a) { e.preventDefault(); a.click(); }
  });

  // A tap beside the pieces shows which of them can move.
  addEventListener("pointerdown", e => {
    const board = e.target.closest && !smooth(e.target) && e.target.closest(".taps");
    if (board) board.classList.toggle("ask");
  });

  // A link to something folded unfolds it.
  function reveal() {
    const at = location.hash.length > 1 && document.getElementById(location.hash.slice(1)), fold = at && at.closest("details");
    if (fold && !fold.open) { fold.open = true; at.scrollIntoView(); }
  }
  addEventListener("hashchange", reveal);
  reveal();

  const zone = one("[data-zone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

  // A browser asks for notices itself, and sends the form with what its push service gave it.
  const push = one("[data-push]");
  if (push && window.PushManager && navigator.serviceWorker) {
    push.hidden = false;
    one("[data-push-none]").hidden = true;
    push.addEventListener("submit", async e => {
      if (push.endpoint.value) return;
      e.preventDefault();
      e.stopPropagation();
      try {
        if (await Notification.requestPermission() !== "granted") throw 0;
        await navigator.serviceWorker.register("/sw.js");
        const { pushManager } = await navigator.serviceWorker.ready, old = await pushManager.getSubscription();
        if (old) await old.unsubscribe();
        const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push.dataset.push });
        const { endpoint, keys } = made.toJSON();
        push.endpoint.value = endpoint;
        push.auth.value = keys.auth;
        push.p256dh.value = keys.p256dh;
        push.requestSubmit();
      } catch { one("[data-push-refused]").hidden = false; }
    });
  }

  // Sending may have been stopped, so after a while a form can be sent again.
  addEventListener("submit", e => {
    const { dataset, method } = e.target, free = () => { delete dataset.sent; };
    if (dataset.sent) e.preventDefault();
    else if (method === "post") {
      dataset.sent = 1;
      sent = true;
      addEventListener("pageshow", free, { once: true });
      setTimeout(free, 4000);
    }
  });
})();
