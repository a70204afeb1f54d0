// The service worker: shows what a push service delivers, opens the page that it is about, and says that there is no
// connection where a page cannot be loaded. It stores no page.
"use strict";

addEventListener("push", e => {
  const { title, body, url, tag } = e.data.json();
  e.waitUntil(registration.showNotification(title, { body, tag, renotify: true, icon: "ICON", data: url }));
});

addEventListener("notificationclick", e => {
  e.notification.close();
  const url = new URL(e.notification.data, location).href;
  e.waitUntil(clients.matchAll({ type: "window" }).then(open => {
    const same = open.find(client => client.url.split(/[?#]/)[0] === url.split(/[?#]/)[0]);
    return same ? same.focus() : clients.openWindow(url);
  }));
});

addEventListener("install", e => {
  skipWaiting();
  e.waitUntil(caches.open("offline").then(cache => cache.addAll(["/offline", "STYLE"])));
});

addEventListener("activate", e => e.waitUntil(clients.claim()));

addEventListener("fetch", e => {
  if (e.request.mode === "navigate") e.respondWith(fetch(e.request).catch(() => caches.match("/offline")));
  else if (e.request.url.endsWith("STYLE")) e.respondWith(fetch(e.request).catch(() => caches.match("STYLE")));
});
