import { LogoMark } from '#web/ui/logo.tsx'

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

export function BrandSection() {
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
