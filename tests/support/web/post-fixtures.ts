import type { Picture, Post } from '#contract/posts.ts'

/** A picture of a post. */
export function aPicture(changes: Partial<Picture> = {}): Picture {
  return {
    id: '01939d2a-0000-7000-8000-0000000000ff',
    file: '/media/01939d2a-0000-7000-8000-0000000000ff',
    alt: '',
    width: 1280,
    height: 1600,
    focus: { x: 50, y: 50 },
    ...changes,
  }
}

/** A post as the API returns it. */
export function aPost(changes: Partial<Post> = {}): Post {
  return {
    id: '01939d2a-0000-7000-8000-000000000001',
    username: 'amy',
    profile_id: '01939d2a-0000-7000-8000-00000000000a',
    profile_pic: null,
    file: '/media/01939d2a-0000-7000-8000-0000000000ff',
    files: [],
    accessible_until: null,
    description: 'A post',
    protected: false,
    liked: false,
    likes_count: 0,
    pinned: false,
    reports: [],
    ...changes,
  }
}

/** A list of one page, as the query cache holds it. */
export function aList(posts: Post[], asked_at = 0) {
  return { pages: [{ rows: posts, next: null, asked_at }], pageParams: [undefined] }
}
