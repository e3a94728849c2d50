import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { switchLanguage } from '#web/lib/i18n/i18n.ts'
import './gallery.css'
import { Gallery } from './gallery.tsx'

/** `?theme=dark` and `?lang=fr` select theme and language. */
const query = new URLSearchParams(location.search)
document.documentElement.dataset.theme = query.get('theme') ?? 'light'
await switchLanguage(query.get('lang') === 'fr' ? 'fr' : 'en')

const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')
createRoot(root).render(
  <MemoryRouter>
    <Gallery />
  </MemoryRouter>,
)
