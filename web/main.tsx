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
  // ScrollAndFocus scrolls every new path to the top, also after Back. The browser must not restore another position.
  history.scrollRestoration = 'manual'
  const queryClient = createQueryClient()
  followSession(queryClient)
  if (isPrerendered(container)) {
    await Promise.all([startLanguage(languageOfPage()), fetchRoutesOf(location.pathname)])
    // A transition hydrates in small steps, so that the page stays responsive.
    startTransition(() => void hydrateRoot(container, app(queryClient, createRouter())))
  } else {
    const language = startLanguage()
    // The router loads the page in parallel with the language.
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

/** Whether the page was prerendered, so that the app hydrates it. */
function isPrerendered(container: HTMLElement): boolean {
  return container.firstElementChild !== null
}

/**
 * Shows that the app could not start. There may be no translations yet, so the texts are in index.html. A prerendered page
 * stays readable and shows a message that its controls do not work.
 */
function showStartFailure(container: HTMLElement, error: unknown): void {
  const texts = document.querySelector<HTMLTemplateElement>('#no-start')
  const message = document.getElementById('no-app')
  if (message) message.hidden = false
  else if (texts) container.replaceChildren(texts.content.cloneNode(true))
  delete document.documentElement.dataset.session
  reportError(error)
}

const container = document.getElementById('root')
if (container) start(container).catch((error: unknown) => showStartFailure(container, error))
