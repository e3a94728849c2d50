import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import arcade from '#web/assets/arcade.avif'
import chair from '#web/assets/chair.avif'
import dancer from '#web/assets/dancer.avif'
import loges from '#web/assets/loges.avif'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Boxes } from '#web/ui/pictures/boxes.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { CONTENT_ID, SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The picture and text of each sign-in page. Pages without an entry use the first. */
const SCENES = [
  { path: paths.login, picture: loges, box: 'loges', words: 'accounts.login.scene' },
  { path: paths.signup, picture: dancer, box: 'dancer', words: 'accounts.signup.scene' },
  { path: paths.reset_password, picture: arcade, box: 'arcade', words: 'accounts.reset_password.scene' },
  { path: paths.confirm_reset_password, picture: chair, box: 'chair', words: 'accounts.confirm_reset_password.scene' },
] as const

/** The frame of the sign-in pages: a picture at the left, on phones three boxes at the bottom. */
export function AuthFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const scene = SCENES.find(({ path }) => pathname.toLowerCase().startsWith(path)) ?? SCENES[0]
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh p-4 pr-0 md:block">
        <div className="on-picture relative h-full overflow-hidden rounded-panel bg-velvet text-ivory">
          <img key={scene.path} src={scene.picture} alt="" loading="lazy" className="size-full object-cover" />
          <div className="picture-scrim absolute inset-0" />
          <Link
            to={paths.discover}
            aria-label={t('frame.to_discover')}
            className="absolute top-10 left-11 flex rounded-sm"
          >
            <Logo />
          </Link>
          <p className="d-l absolute right-15 bottom-11.5 left-11">{t(scene.words)}</p>
        </div>
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col px-5 pt-1 md:px-6 md:py-5">
        <header className="page-header flex h-13 items-center">
          <Link
            to={paths.discover}
            aria-label={t('frame.to_discover')}
            className="page-header-link flex rounded-sm md:hidden"
          >
            <Logo />
          </Link>
          <div className="page-header-group -mr-3 ml-auto flex items-center md:mr-0">
            <LanguageSwitch className="page-header-link" />
            <ThemeSwitch />
          </div>
        </header>
        <main
          id={CONTENT_ID}
          tabIndex={-1}
          className="mt-[5vh] mb-7 w-full max-w-104 outline-hidden max-md:max-w-none md:m-auto"
        >
          <Outlet />
        </main>
        <Boxes middle={scene.box} className="mt-auto md:hidden" />
      </div>
    </div>
  )
}
