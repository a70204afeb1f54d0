// Pages work without this script. It makes them smoother: links on a board change the page
// in place, arrow keys leaf through a game, and a form is sent once.
(function () {
  "use strict";
  var main = function () { return document.querySelector("main"); };
  var smooth = function (a) { return a && a.closest && a.closest("[data-smooth] a[href]"); };

  function show(url, push, focus) {
    fetch(url, { headers: { Accept: "text/html" }, credentials: "same-origin" }).then(function (r) {
      if (!r.ok || r.redirected) { throw 0; }
      return r.text();
    }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      var next = page.querySelector("main");
      if (!next) { throw 0; }
      main().replaceWith(next);
      document.title = page.title;
      if (push) { history.pushState({ smooth: 1 }, "", url); }
      var at = focus && (document.querySelector('[data-smooth] a[data-place="' + focus + '"]') || document.getElementById("turn"));
      if (at) { at.focus({ preventScroll: true }); }
    }).catch(function () { location.assign(url); });
  }

  document.addEventListener("click", function (e) {
    var a = smooth(e.target);
    if (!a || e.button || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) { return; }
    var url = new URL(a.getAttribute("href") || a.href.baseVal, location.href);
    if (url.origin !== location.origin || url.pathname !== location.pathname) { return; }
    e.preventDefault();
    show(url.href, true, "turn");
  });

  addEventListener("popstate", function () {
    if (document.querySelector("[data-smooth]")) { show(location.href, false); }
  });

  document.addEventListener("keydown", function (e) {
    if (e.metaKey || e.ctrlKey || e.altKey || e.shiftKey || /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.nodeName)) { return; }
    if (e.target.closest && e.target.closest("pre,.scroll")) { return; }
    var rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[e.key];
    var a = rel && document.querySelector('.steps a[data-go="' + rel + '"]');
    if (a) { e.preventDefault(); a.click(); }
  });

  document.addEventListener("submit", function (e) {
    if (e.target.dataset.sent) { e.preventDefault(); return; }
    if (e.target.method === "post") {
      e.target.dataset.sent = "1";
      addEventListener("pageshow", function () { delete e.target.dataset.sent; }, { once: true });
    }
  });
})();
