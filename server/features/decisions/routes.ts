import type { Feature } from '#server/feature.ts'
import { statementRoutes } from './statements.ts'

export const decisions: Feature = { routes: statementRoutes }
