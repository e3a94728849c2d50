/**
 * Deferred start of the app on a prerendered page. The page can be read without the app, so the app is loaded after the
 * styles, the fonts and the first pictures, and does not compete with them for a slow connection.
 */
const LOAD_TIMEOUT_MS = 3000
const [entry, ...parts] = document.querySelectorAll('link[data-later]')

function start() {
  // Preloads all chunks in parallel. Otherwise each chunk would be requested only after the one that imports it. A service
  // worker has them already.
  if (!navigator.serviceWorker?.controller) for (const part of parts) part.rel = 'modulepreload'
  import(entry.href).catch(showFailure)
}

/** The page can be read, but its forms and switches do not work. A message says so. */
function showFailure() {
  document.getElementById('no-app').hidden = false
  delete document.documentElement.dataset.session
}

function startWhenIdle() {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 1000 })
  else setTimeout(start, 100)
}

if (document.readyState === 'complete') startWhenIdle()
else {
  addEventListener('load', startWhenIdle, { once: true })
  // Timeout: a picture that hangs must not prevent the start of the app.
  setTimeout(start, LOAD_TIMEOUT_MS)
}
