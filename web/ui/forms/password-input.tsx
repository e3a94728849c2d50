import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useFieldWiring } from './field.tsx'

/** Password input with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye

  return (
    <div className={cx('input-box', className)}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldWiring()}
        {...rest}
        type={shown ? 'text' : 'password'}
      />
      <IconButton
        label={shown ? t('ui.hide_password') : t('ui.show_password')}
        className="ring-inside -mr-3 text-mute hover:bg-transparent hover:text-ink [&>svg]:size-icon-lg"
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </div>
  )
}
