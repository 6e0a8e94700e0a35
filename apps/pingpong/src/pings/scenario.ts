export type Scenario = 'direct' | 'queued' | 'cron'

export const scenarios: readonly Scenario[] = ['direct', 'queued', 'cron']
