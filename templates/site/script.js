// Pages work without this script. It makes them smoother: links on a board change the page
// in place, a board that does not fit the window stays where it was moved to, what was typed comes
// along, arrow keys leaf through a game, a form is sent once, and what it has done is said once.
(function () {
  "use strict";
  var main = function () { return document.querySelector("main"); };
  var smooth = function (a) { return a && a.closest && a.closest("[data-smooth] a[href]"); };

  // A page that is loaded again, kept or sent to somebody else does not say again what a form has done.
  var here = new URL(location.href);
  if (here.searchParams.has("done")) {
    here.searchParams.delete("done");
    history.replaceState(history.state, "", here);
  }

  // keep leaves a board that does not fit where it was moved to, if what matters now is in sight there. Else the style
  // sheet has moved it.
  function keep(left, top) {
    var board = document.querySelector(".board"), spot = board && board.querySelector("i");
    if (!spot) { return; }
    var box = board.getBoundingClientRect(), at = spot.getBoundingClientRect();
    var x = at.left - box.left + board.scrollLeft - left, y = at.top - box.top + board.scrollTop - top;
    if (x < 24 || y < 24 || x > board.clientWidth - 24 || y > board.clientHeight - 24) { return; }
    spot.remove();
    board.scrollTo(left, top);
  }

  // out says how far a stretch is out of bounds.
  function out(from, to, low, high) { return Math.min(from - low, Math.max(0, to - high)); }

  // Not every browser scrolls to a link in a picture. The button that plays may cover the last 90 px.
  addEventListener("focusin", function (e) {
    var a = smooth(e.target), board = a && a.closest(".board");
    if (!board || !a.matches(":focus-visible")) { return; }
    var box = board.getBoundingClientRect(), at = a.getBoundingClientRect();
    board.scrollBy(out(at.left, at.right, box.left, box.right), out(at.top, at.bottom, box.top, box.bottom));
    at = a.getBoundingClientRect();
    scrollBy(0, out(at.top, at.bottom, 0, innerHeight - 90));
  });

  // What was typed and not sent yet, by the names of the fields, also what a refused form brought back. A page on the
  // way may not have all of them.
  var typed = {};

  function takeAlong() {
    document.querySelectorAll("main textarea").forEach(function (t) {
      typed[t.name] = { text: t.value, changed: t.value !== t.defaultValue };
    });
  }

  function giveBack() {
    document.querySelectorAll("main textarea").forEach(function (t) {
      var was = typed[t.name];
      if (!was || !was.text || (t.value && !was.changed)) { return; }
      t.value = was.text;
      if (t.closest("details")) { t.closest("details").open = true; }
    });
  }

  // heir returns what gets the focus on the new page once a link of the old one is gone: the same way on, else the turn,
  // else how the game stands.
  function heir(a) {
    var one = function (selector) { return document.querySelector(selector); };
    var go = a.dataset.go && (one('.steps a[data-go="' + a.dataset.go + '"]') || one(".steps a"));
    return go || a.closest(".moves") && one(".moves [aria-current]") || a.closest(".views") && one(".size") ||
      one("#turn") || one(".standing");
  }

  var shown = 0; // counts the pages that were asked for: only the last one is wanted

  // show replaces the page by that of a link, or by an earlier one for null.
  function show(url, a) {
    var mine = ++shown;
    fetch(url, { headers: { Accept: "text/html" }, credentials: "same-origin" }).then(function (r) {
      if (!r.ok || r.redirected) { throw 0; }
      return r.text();
    }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      var next = page.querySelector("main");
      if (!next) { throw 0; }
      if (mine !== shown) { return; }
      takeAlong();
      var board = document.querySelector(".board");
      var left = board ? board.scrollLeft : 0, top = board ? board.scrollTop : 0;
      main().replaceWith(next);
      giveBack();
      keep(left, top);
      document.title = page.title;
      if (!a) { return; }
      history.pushState({ smooth: 1 }, "", url);
      var at = heir(a);
      if (!at) { return; }
      if (at.tabIndex < 0) { at.tabIndex = -1; }
      at.focus({ preventScroll: true });
    }).catch(function () { if (mine === shown) { location.assign(url); } });
  }

  document.addEventListener("click", function (e) {
    var a = smooth(e.target);
    if (!a || /^#/.test(a.getAttribute("href")) || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) { return; }
    var url = new URL(a.getAttribute("href") || a.href.baseVal, location.href);
    // A form that was refused left the page at an address below its own.
    if (url.origin !== location.origin || (location.pathname + "/").indexOf(url.pathname + "/") !== 0) { return; }
    e.preventDefault();
    show(url.href, a);
  });

  addEventListener("popstate", function () {
    if (document.querySelector("[data-smooth]")) { show(location.href, null); }
  });

  document.addEventListener("keydown", function (e) {
    if (e.metaKey || e.ctrlKey || e.altKey || e.shiftKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.nodeName)) { return; }
    if (e.target.closest && e.target.closest("pre,.scroll")) { return; }
    var rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    var a = rel && document.querySelector('.steps a[data-go="' + rel + '"]');
    if (a) { e.preventDefault(); a.click(); }
  });

  document.querySelectorAll("[data-zone]").forEach(function (field) {
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || field.value;
  });

  // Nothing tells that a reader has stopped the sending, so after a while a form can be sent again.
  document.addEventListener("submit", function (e) {
    var form = e.target, free = function () { delete form.dataset.sent; };
    if (form.dataset.sent) { e.preventDefault(); return; }
    if (form.method === "post") {
      form.dataset.sent = "1";
      addEventListener("pageshow", free, { once: true });
      setTimeout(free, 4000);
    }
  });
})();
