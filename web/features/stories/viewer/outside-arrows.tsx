import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** On wide screens, for the mouse alone: the thirds of the picture are the same buttons for everybody else. */
export function OutsideArrows({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
  return (
    <div aria-hidden="true" className="hidden framed:block">
      <Arrow side="left-[calc(50%-300px)]" onPress={onPrevious}>
        <ChevronLeft />
      </Arrow>
      <Arrow side="right-[calc(50%-300px)]" onPress={onNext}>
        <ChevronRight />
      </Arrow>
    </div>
  )
}

function Arrow({ side, onPress, children }: { side: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={cx(
        'absolute top-1/2 grid size-13 -translate-y-1/2 cursor-pointer place-items-center rounded-full bg-ivory/14 hover:bg-ivory/24',
        '[&>svg]:size-icon-2xl [&>svg]:stroke-icon',
        side,
      )}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}
