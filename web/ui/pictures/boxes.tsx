import arcade from '#web/assets/arcade-small.avif'
import chair from '#web/assets/chair-small.avif'
import dancer from '#web/assets/dancer-small.avif'
import loges from '#web/assets/loges-small.avif'
import { cx } from '#web/ui/cx.ts'

const PICTURES = { loges, dancer, arcade, chair }

export type BoxPicture = keyof typeof PICTURES

/** Decorative picture: three theatre boxes on a balustrade, one of them behind a curtain. */
export function Boxes({ middle = 'loges', className }: { middle?: BoxPicture; className?: string }) {
  return (
    <div aria-hidden="true" className={cx('flex flex-col items-center', className)}>
      <div className="boxes-row">
        <div className="arch [--a:.635]">
          <img src={loges} alt="" loading="lazy" />
        </div>
        <div className="arch [--a:.744]">
          <img src={PICTURES[middle]} alt="" loading="lazy" />
        </div>
        <div className="arch curtain [--a:.635]">
          <span className="curtain-stage" />
        </div>
      </div>
      <div className="balustrade" />
    </div>
  )
}
