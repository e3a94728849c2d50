import { useEffect } from 'react'
import { LogoMark } from '#web/ui/logo.tsx'
import { prefetchOverlays } from '#web/ui/overlays/lazy.tsx'
import { Toasts } from '#web/ui/overlays/toasts.tsx'
import { ControlsSection } from './controls-section.tsx'
import { CurtainSection } from './curtain-section.tsx'
import { OverlaysSection } from './overlays-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { StatesSection } from './states-section.tsx'

/** Shows every component in every state, for people and for the tests. */
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

const SWATCHES = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['soft', 'bg-soft'],
  ['mute', 'bg-mute'],
  ['garnet', 'bg-garnet'],
  ['brass', 'bg-brass'],
] as const

function BrandSection() {
  return (
    <div>
      <div className="mb-11 flex flex-wrap items-end justify-between gap-6">
        <div className="flex items-center gap-6.5">
          <LogoMark className="h-28 w-24" />
          <h1 className="font-display text-[108px] leading-none font-[360] tracking-[-.035em]">Loge</h1>
        </div>
        <p className="cue max-w-105 text-title-lg md:text-right">
          A private box at the theatre: paper by day, aubergine by night, velvet for what is kept.
        </p>
      </div>
      <ul className="grid grid-cols-4 gap-3.5 md:grid-cols-8">
        {SWATCHES.map(([name, colour]) => (
          <li key={name}>
            <div className={`h-24 rounded-[76px_76px_8px_8px] border border-line ${colour}`} />
            <b className="mt-2.5 block font-semibold">{name}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
