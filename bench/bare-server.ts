import { createServer, type ServerResponse } from 'node:http'
import { canAddStories, mayBeCreator } from '../server/access.ts'
import { readConfig } from '../server/config.ts'
import { connect } from '../server/db/connect.ts'
import { listPosts } from '../server/features/posts/actions.ts'
import { mediaPath } from '../server/media/media.ts'
import { hashSecret } from '../server/store/ids.ts'
import { findSessionViewers, type SessionViewer } from '../server/store/sessions.ts'

/** The baseline for API calls: `node:http` that runs the same SQL, and does nothing else. */
const config = readConfig()
const db = connect(config.database_url ?? '')
const now = () => new Date()

const server = createServer(async (request, response) => {
  const [viewer] = await findSessionViewers(db, [hashSecret(request.headers.authorization ?? '')], now())
  if (!viewer) return send(response, 401, {})
  const answer = request.url === '/api/posts' ? (await listPosts({ db, now }, viewer, {})).items : userOf(viewer)
  return send(response, 200, answer)
})

function send(response: ServerResponse, status: number, answer: unknown): void {
  const body = Buffer.from(JSON.stringify(answer))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}

/** The response of the product to GET /user. */
function userOf(viewer: SessionViewer) {
  const { id, username, email, email_confirmed, role, profile_id, picture_id } = viewer
  const { wish_to_become_creator, locale, theme } = viewer
  return {
    id,
    username,
    email,
    email_confirmed,
    role,
    profile_id,
    profile_pic: mediaPath(picture_id),
    wish_to_become_creator,
    may_be_creator: mayBeCreator(viewer, config),
    can_add_stories: canAddStories(viewer, config),
    locale,
    theme,
  }
}

server.listen(config.port, config.host, () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://${config.host}:${address?.port}`)
})
process.on('SIGTERM', async () => {
  server.close()
  server.closeAllConnections()
  await db.end({ timeout: 1 })
})
