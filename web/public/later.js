/**
 * Starts the app on a page that was rendered in advance. Such a page can be read without it, so it comes when everything
 * the page is read with (styles, fonts, the first pictures) is there and drawn, and does not compete for a slow connection.
 */
const PATIENCE_MS = 3000
const [entry, ...parts] = document.querySelectorAll('link[data-later]')

function start() {
  // All at once, instead of one finding out about the next.
  for (const part of parts) part.rel = 'modulepreload'
  import(entry.href).catch(giveUp)
}

/** The page can be read, but its forms and switches stay dead: that is said. */
function giveUp() {
  document.getElementById('no-app').hidden = false
  delete document.documentElement.dataset.session
}

function whenDrawn() {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 1000 })
  else setTimeout(start, 100)
}

if (document.readyState === 'complete') whenDrawn()
else {
  addEventListener('load', whenDrawn, { once: true })
  // A picture that does not come must not keep the app away.
  setTimeout(start, PATIENCE_MS)
}
