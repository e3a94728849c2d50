/**
 * Deferred start of the app on a prerendered page. The page can be read without the app, so the app is loaded after the
 * styles, the fonts and the first pictures, and does not compete with them for a slow connection.
 */
const LOAD_TIMEOUT_MS = 3000
const [entry, ...parts] = document.querySelectorAll('link[data-later=""]')
const libraries = document.querySelectorAll('link[data-later="libraries"]')
/** The page has the rules of its own elements (scripts/page-styles.ts). The app needs those of all pages. */
const styles = document.querySelector('link[data-later="styles"]')

function start() {
  // Preloads all chunks in parallel. Otherwise each chunk would be requested only after the one that imports it. A service
  // worker has them already.
  if (!navigator.serviceWorker?.controller)
    for (const script of [...libraries, entry, ...parts]) script.rel = 'modulepreload'
  styles.onload = () => void startApp().catch(showFailure)
  styles.onerror = showFailure
  styles.rel = 'stylesheet'
}

/** Runs the libraries in a task of their own, and the app in the next one, so that the page can answer in between. */
async function startApp() {
  for (const { href } of libraries) await import(href)
  await import(entry.href)
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
