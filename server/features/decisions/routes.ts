import type { Feature } from '#server/feature.ts'
import { staffMailJobs } from './staff-mails.ts'
import { statementRoutes } from './statements.ts'

export const decisions: Feature = { routes: statementRoutes, jobs: staffMailJobs }
