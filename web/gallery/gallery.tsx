import { useEffect } from 'react'
import { prefetchOverlays } from '#web/ui/overlays/lazy.tsx'
import { Toasts } from '#web/ui/overlays/toasts.tsx'
import { BrandSection } from './brand-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { CurtainSection } from './curtain-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { StatesSection } from './states-section.tsx'

/** Every component in every state, to look at and to test. */
export function Gallery() {
  useEffect(() => {
    void prefetchOverlays()
  }, [])

  return (
    <main className="mx-auto flex max-w-page flex-col gap-11 px-5 py-11 md:px-15 md:py-14">
      <BrandSection />
      <div className="grid gap-11 lg:grid-cols-[480px_minmax(0,1fr)] lg:gap-16">
        <CurtainSection />
        <ControlsSection />
      </div>
      <PeopleSection />
      <OverlaysSection />
      <StatesSection />
      <Toasts />
    </main>
  )
}
