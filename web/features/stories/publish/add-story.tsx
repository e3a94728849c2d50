import { CirclePlus, Plus } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { openCreation } from '#web/publishing/creation.ts'
import { Button } from '#web/ui/button.tsx'

/** The first tile of the strip, for users who may add stories. */
export function AddStoryTile() {
  const { t } = useTranslation()
  return (
    <li className="w-20 flex-none md:w-23">
      <button
        type="button"
        aria-label={t('stories.add')}
        className="block w-full cursor-pointer tile-link text-center"
        onClick={() => openCreation('story')}
      >
        <span className="arch grid h-26 place-items-center border-dashes border-dashed border-edge bg-surface text-garnet-ink [--a:.78] [--r:14px] md:h-29.5">
          <Plus aria-hidden="true" className="size-6" />
        </span>
        <span className="mt-2 block text-small leading-tight font-medium text-soft">{t('stories.add_short')}</span>
      </button>
    </li>
  )
}

/** The button on the creator's own profile. */
export function AddStoryButton() {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" wide icon={<CirclePlus aria-hidden="true" />} onClick={() => openCreation('story')}>
      {t('stories.add')}
    </Button>
  )
}
