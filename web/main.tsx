import './styles/index.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { App } from './app/app.tsx'
import { createRouter, fetchRoutesOf } from './app/router.tsx'
import { startLanguage } from './lib/i18n/i18n.ts'
import { languageOfPage } from './lib/i18n/language.ts'
import { reportError, startMonitoring } from './lib/monitoring/monitoring.ts'
import { createQueryClient, followSession } from './lib/queries/query-client.ts'
import { startTheme } from './lib/theme.ts'

async function start(container: HTMLElement): Promise<void> {
  startTheme()
  startMonitoring()
  // Every new path starts at the top, Back included: the browser must not put it anywhere else.
  history.scrollRestoration = 'manual'
  const queryClient = createQueryClient()
  followSession(queryClient)
  if (isRendered(container)) {
    await Promise.all([startLanguage(languageOfPage()), fetchRoutesOf(location.pathname)])
    // As a transition it is done in small pieces, between which the page answers.
    startTransition(() => void hydrateRoot(container, app(queryClient, createRouter())))
  } else {
    const language = startLanguage()
    // The router fetches the page while the language is on its way.
    const router = createRouter()
    await language
    createRoot(container).render(app(queryClient, router))
  }
}

function app(queryClient: ReturnType<typeof createQueryClient>, router: ReturnType<typeof createRouter>) {
  return (
    <App queryClient={queryClient}>
      <RouterProvider router={router} onError={reportError} />
    </App>
  )
}

/** The build wrote this page as HTML: the app takes it over as it stands. */
function isRendered(container: HTMLElement): boolean {
  return container.firstElementChild !== null
}

/**
 * Without its language the app cannot even say what is wrong; index.html can. A page that was rendered in advance can be
 * read as it is, and says that nothing on it will move.
 */
function giveUp(container: HTMLElement, error: unknown): void {
  const words = document.querySelector<HTMLTemplateElement>('#no-start')
  const notice = document.getElementById('no-app')
  if (notice) notice.hidden = false
  else if (words) container.replaceChildren(words.content.cloneNode(true))
  delete document.documentElement.dataset.session
  reportError(error)
}

const container = document.getElementById('root')
if (container) start(container).catch((error: unknown) => giveUp(container, error))
