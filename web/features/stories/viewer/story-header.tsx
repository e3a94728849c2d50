import { Pause, Play, Trash2, Volume2, VolumeX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Story } from '#contract/stories.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PersonMenu } from '#web/ui/overlays/person-menu.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { storyTimeLeft } from './story-time.ts'

interface StoryHeaderProps {
  story: Story
  hours_left: number
  /** Null if the story cannot be paused, has no sound, or is not the viewer's own. */
  pause: { isPaused: boolean; onToggle: () => void } | null
  sound: { isMuted: boolean; onToggle: () => void } | null
  onDelete: (() => void) | null
  /** The menu of others' stories, or one of its dialogs, opens or closes. */
  onMenu: (isActive: boolean) => void
  onClose: () => void
}

/** The author of the story, its remaining time, and the buttons. */
export function StoryHeader({ story, hours_left, pause, sound, onDelete, onMenu, onClose }: StoryHeaderProps) {
  const { t } = useTranslation()
  const { profile_pic_path, user } = story.profile
  const { unit, count } = storyTimeLeft(hours_left)
  return (
    <div className="pointer-events-auto mt-3 flex items-center gap-3">
      <Link
        to={generatePath(paths.profile, { username: user.username })}
        className="flex min-h-11 min-w-0 items-center gap-3 rounded-pill pr-2"
      >
        <Avatar name={user.username} src={portraitUrl(profile_pic_path)} size={42} />
        <span className="min-w-0">
          <span className="block truncate leading-title font-semibold">{user.username}</span>
          <span className="block text-small leading-ui text-ivory-soft">{t(`stories.${unit}_left`, { count })}</span>
        </span>
      </Link>
      <div className="-mr-1.5 ml-auto flex flex-none">
        {sound && (
          <Control label={t(sound.isMuted ? 'stories.unmute' : 'stories.mute')} onPress={sound.onToggle}>
            {sound.isMuted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
          </Control>
        )}
        {pause && (
          <Control label={t(pause.isPaused ? 'stories.resume' : 'stories.pause')} onPress={pause.onToggle}>
            {pause.isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          </Control>
        )}
        {onDelete && (
          <Control label={t('stories.delete')} onPress={onDelete}>
            <Trash2 aria-hidden="true" />
          </Control>
        )}
        {!onDelete && (
          <PersonMenu
            // The menu and its dialog belong to this story.
            key={story.id}
            username={user.username}
            reported={
              story.accessible
                ? {
                    kind: 'story',
                    id: story.id,
                    name: user.username,
                    username: user.username,
                    profile_pic: profile_pic_path,
                    text: story.description,
                  }
                : null
            }
            onActive={onMenu}
            className="text-ivory hover:bg-ivory/14"
          />
        )}
        <Control label={t('stories.close')} onPress={onClose}>
          <X aria-hidden="true" />
        </Control>
      </div>
    </div>
  )
}

function Control({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <IconButton label={label} className="text-ivory hover:bg-ivory/14" onClick={onPress}>
      {children}
    </IconButton>
  )
}

interface StoryBarsProps {
  /** How many stories the creator has, and the index of the current one. */
  count: number
  index: number
  /** Of the current story, in percent. */
  progress: number
}

/** The progress bar: one segment for each story of the creator. */
export function StoryBars({ count, index, progress }: StoryBarsProps) {
  const { t } = useTranslation()
  return (
    <div
      role="progressbar"
      aria-label={t('stories.progress', { index: index + 1, count })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress)}
      className="flex gap-1.25"
    >
      {Array.from({ length: count }, (_, bar) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index
          key={bar}
          className="h-0.75 flex-1 overflow-hidden rounded-line bg-ivory/38"
        >
          <span
            className="block h-full origin-left bg-candle"
            style={{ scale: `${(bar < index ? 100 : bar === index ? progress : 0) / 100} 1` }}
          />
        </span>
      ))}
    </div>
  )
}
