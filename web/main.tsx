import './styles/index.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createRouter } from './app/router.tsx'
import { startLanguage } from './lib/i18n.ts'
import { reportError, startMonitoring } from './lib/monitoring.ts'
import { createQueryClient, followSession } from './lib/query-client.ts'
import { startTheme } from './lib/theme.ts'

async function start(container: HTMLElement): Promise<void> {
  startTheme()
  startMonitoring()
  // Every new path starts at the top, Back included: the browser must not put it anywhere else.
  history.scrollRestoration = 'manual'
  const queryClient = createQueryClient()
  followSession(queryClient)
  // The router fetches the page while the language is on its way.
  const router = createRouter()
  await startLanguage()
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} onError={reportError} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Without its language the app cannot even say what is wrong; index.html can. */
function giveUp(container: HTMLElement, error: unknown): void {
  const words = document.querySelector<HTMLTemplateElement>('#no-start')
  if (words) container.replaceChildren(words.content.cloneNode(true))
  reportError(error)
}

const container = document.getElementById('root')
if (container) start(container).catch((error: unknown) => giveUp(container, error))
