// Follows the changes of what the tabs of a browser show, by one stream for all of them: browsers allow six connections
// to a host. script.js starts it as a shared worker.
"use strict";
const pages = new Map(); // by port: the tags of what the page shows
let source, wait;

function follow() {
  const tags = new Map();
  for (const text of [...pages.values()].slice(-20)) {
    for (const part of text.split("~")) {
      const [id, tag] = part.split("-");
      // Where two pages differ, both are told.
      tags.set(id, tags.has(id) && tags.get(id) !== tag ? "new" : tag);
    }
  }
  if (source) source.close();
  if (!tags.size) return;
  source = new EventSource("/live?shown=" + [...tags].map(pair => pair.join("-")).join("~"));
  source.onmessage = e => pages.forEach((_, port) => port.postMessage([e.data, e.lastEventId]));
}

onconnect = e => {
  const port = e.ports[0];
  port.onmessage = ({ data }) => {
    pages.delete(port);
    if (data) pages.set(port, data);
    clearTimeout(wait);
    wait = setTimeout(follow, 100);
  };
};
