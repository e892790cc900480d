// Makes the club an app where the browser can: registers the service worker, which shows a page of our own without a network.

if ("serviceWorker" in navigator) {
  // Away from the first drawing: nothing on the page waits for it.
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined));
}
