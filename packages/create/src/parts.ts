/** A part of an application that can be added to a new or an existing project. */
interface Part {
  /** The description in the prompt and in the help. */
  readonly text: string
  /** A package, file or folder that indicates that an application has the part. */
  readonly marker: string
  /** The parts that it requires. */
  readonly needs?: readonly PartName[]
}

/** The parts that can be chosen for a new project. Each has a folder in `templates`. */
export const features = [
  'database',
  'postgres',
  'web',
  'auth',
  'queue',
  'schedule',
  'telemetry',
  'agent',
] as const

/** The parts that can be added to an application. */
export const parts = [...features, 'docker', 'ci', 'client', 'lint', 'agents'] as const

export type FeatureName = (typeof features)[number]

export type PartName = (typeof parts)[number]

export const partTable: Readonly<Record<PartName, Part>> = {
  database: { text: 'orders in SQLite, with migrations', marker: '@fw/migrate' },
  postgres: { text: 'orders in PostgreSQL instead', marker: 'pg', needs: ['database'] },
  web: {
    text: 'a page with Vite and a typed client',
    marker: 'web/vite.config.ts',
    needs: ['client'],
  },
  auth: { text: 'callers with API keys', marker: '@fw/auth' },
  queue: { text: 'jobs, which a worker runs and retries', marker: '@fw/queue' },
  schedule: { text: 'tasks at fixed times', marker: '@fw/schedule' },
  telemetry: { text: 'spans and metrics with OpenTelemetry', marker: '@fw/telemetry' },
  agent: { text: 'tools and resources for AI agents (MCP)', marker: '.mcp.json' },
  docker: { text: 'Dockerfile and compose.yaml', marker: 'Dockerfile' },
  ci: { text: 'a GitHub workflow', marker: '.github/workflows/check.yml' },
  client: { text: 'the typed client', marker: 'client' },
  lint: { text: 'oxlint with the rules of fw', marker: '.oxlintrc.json' },
  agents: { text: 'AGENTS.md', marker: 'AGENTS.md' },
}

/** Templates are sets of parts. `monorepo` also puts the application into a workspace. */
export const templates = ['api', 'postgres', 'agent', 'monorepo'] as const

export type TemplateName = (typeof templates)[number]

export const presets: Readonly<Record<TemplateName, readonly FeatureName[]>> = {
  api: [],
  postgres: ['postgres', 'queue'],
  agent: ['agent'],
  monorepo: ['web'],
}

/** Returns the parts and their required parts, in the order of the table. */
export function withRequired(names: Iterable<PartName>): PartName[] {
  const all = new Set(names)
  for (const name of all) for (const required of partTable[name].needs ?? []) all.add(required)
  return parts.filter((name) => all.has(name))
}

/** True if a part belongs to the whole repository, not to one of its applications. */
export function isOfRepository(name: string): boolean {
  return ['docker', 'ci', 'lint', 'agents'].includes(name)
}
