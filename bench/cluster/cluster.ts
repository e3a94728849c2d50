import { connect, type Db } from '../../server/db/connect.ts'
import { type Product, startProduct } from '../../tests/e2e/support/product.ts'
import { createTestDatabase } from '../../tests/support/database/postgres.ts'
import { type RedisServer, startRedisServer } from '../../tests/support/processes/redis-server.ts'

/** Several processes of the product on one database, one media folder and, if there is one, one Redis. */
export interface Cluster {
  products: Product[]
  database_url: string
  db: Db
  redis: RedisServer | undefined
  /** Starts one more process with the same settings. */
  add(env?: Record<string, string>): Promise<Product>
  stop(): Promise<void>
}

export interface ClusterOptions {
  processes?: number
  /** Settings of every process. They may name another way to the database, for example through a pooler. */
  env?: Record<string, string>
}

export async function startCluster({ processes = 3, env = {} }: ClusterOptions = {}): Promise<Cluster> {
  const database = await createTestDatabase()
  const redis = await startRedisServer()
  const products: Product[] = []
  const settings = { DATABASE_URL: database.url, ...(redis && { REDIS_URL: redis.url }), ...env }

  async function add(own: Record<string, string> = {}): Promise<Product> {
    const [first] = products
    const product = await startProduct({ ...settings, ...(first && { DATA_DIR: first.data_dir }), ...own })
    products.push(product)
    return product
  }

  for (let started = 0; started < processes; started += 1) await add()
  const db = connect(database.url)
  return {
    products,
    database_url: database.url,
    db,
    redis,
    add,
    async stop() {
      await db.end({ timeout: 1 })
      // The first process owns the data folder, so it is stopped last. A scenario may have ended some already.
      for (const product of products.toReversed()) await product.stop().catch(() => {})
      await redis?.kill()
      await database.drop()
    },
  }
}
