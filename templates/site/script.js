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

  // heir returns what has the focus when a link has led on: the same way on, else the turn, else how the game stands.
  const heir = a => a.dataset.go && (one(`.steps [data-go=${a.dataset.go}]`) || one(".steps a")) ||
    a.closest(".moves") && one(".moves [aria-current]") || a.closest(".views") && one(".size") ||
    one("#turn") || one(".standing");

  let shown = 0; // counts the pages asked for: the last is wanted

  // show shows the page that a link leads to, or an earlier one.
  function show(url, a) {
    const mine = ++shown;
    fetch(url, { headers: { Accept: "text/html" } }).then(r => r.ok && !r.redirected ? r.text() : "").then(text => {
      const page = new DOMParser().parseFromString(text, "text/html"), next = page.querySelector("main");
      if (!next) throw 0;
      if (mine !== shown) return;
      texts().forEach(t => { typed[t.name] = [t.value, t.value !== t.defaultValue]; });
      const { scrollLeft, scrollTop } = one(".board") || next;
      one("main").replaceWith(next);
      giveBack();
      keep(scrollLeft, scrollTop);
      document.title = page.title;
      if (!a) return;
      history.pushState(null, "", url);
      const at = heir(a);
      if (at.tabIndex < 0) at.tabIndex = -1;
      at.focus({ preventScroll: true });
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
    show(url.href, a);
  });

  addEventListener("popstate", () => { if (one("[data-smooth]")) show(location.href); });

  addEventListener("keydown", e => {
    if (held(e) || e.target.closest && e.target.closest("input,textarea,select,pre,.scroll")) return;
    const go = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    const a = go && one(`.steps [data-go=${go}]`);
    if (a) { e.preventDefault(); a.click(); }
  });

  const zone = one("[data-zone]");
  if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

  // Sending may have been stopped, so after a while a form can be sent again.
  addEventListener("submit", e => {
    const { dataset, method } = e.target, free = () => { delete dataset.sent; };
    if (dataset.sent) e.preventDefault();
    else if (method === "post") {
      dataset.sent = 1;
      addEventListener("pageshow", free, { once: true });
      setTimeout(free, 4000);
    }
  });
})();
