import { Check, LockKeyhole } from 'lucide-react'
import { useId } from 'react'
import { CHANNELS, type Channel, type NoticeTopic, TOPIC_DEFAULTS } from '#contract/notice-topics.ts'
import type { NotificationSettings } from '#contract/notices.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { topicGroups } from './settings-change.ts'

const HINTS: Partial<Record<NoticeTopic, TranslationKey>> = {
  message: 'notices.settings.message_hint',
  security: 'notices.settings.security_hint',
}

interface ChannelTableProps {
  choices: NotificationSettings['choices']
  isCreator: boolean
  onChoose: (topic: NoticeTopic, channel: Channel, isOn: boolean) => void
}

/** The matrix of topics and channels. Each box is named by its row and its column. */
export function ChannelTable({ choices, isCreator, onChoose }: ChannelTableProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <table className="channel-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('notices.settings.topic')}</span>
          </th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" id={`${id}${channel}`}>
              {t(`notices.settings.channels.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {topicGroups(isCreator).map(({ name, topics }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={1 + CHANNELS.length} className="cue text-large">
              {t(`notices.settings.groups.${name}`)}
            </th>
          </tr>
          {topics.map((topic) => (
            <tr key={topic}>
              <Topic topic={topic} id={`${id}${topic}`} />
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  {TOPIC_DEFAULTS[topic][channel] === 'locked' ? (
                    <Lock />
                  ) : (
                    <Box
                      names={`${id}${topic} ${id}${channel}`}
                      hint={HINTS[topic] && `${id}${topic}-hint`}
                      isOn={choices[topic][channel]}
                      onChoose={(isOn) => onChoose(topic, channel, isOn)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Topic({ topic, id }: { topic: NoticeTopic; id: string }) {
  const { t } = useTranslation()
  const hint = HINTS[topic]
  return (
    <th scope="row">
      <span id={id} className="block">
        {t(`notices.settings.topics.${topic}`)}
      </span>
      {hint && (
        <span id={`${id}-hint`} className="block text-small leading-label text-mute">
          {t(hint)}
        </span>
      )}
    </th>
  )
}

interface BoxProps {
  /** The ids of the headers that name it. */
  names: string
  hint: string | undefined
  isOn: boolean
  onChoose: (isOn: boolean) => void
}

/** The whole cell is the target. */
function Box({ names, hint, isOn, onChoose }: BoxProps) {
  return (
    <label className="grid min-h-12 cursor-pointer place-items-center">
      <span className="relative size-6.5">
        <input
          type="checkbox"
          aria-labelledby={names}
          aria-describedby={hint}
          checked={isOn}
          onChange={(event) => onChoose(event.target.checked)}
          className="check-box peer size-6.5"
        />
        <Check
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto hidden size-4 stroke-3 text-paper peer-checked:block"
        />
      </span>
    </label>
  )
}

/** A choice that nobody has. */
function Lock() {
  const { t } = useTranslation()
  return (
    <span className="mx-auto grid size-6.5 place-items-center rounded-sm border border-line bg-sunken text-soft">
      <LockKeyhole aria-hidden="true" className="size-4" />
      <span className="sr-only">{t('notices.settings.always')}</span>
    </span>
  )
}
