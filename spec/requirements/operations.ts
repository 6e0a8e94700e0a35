export const operations = {
  'health.admin-port':
    'FW_ADMIN_PORT answers /health, /health/live and /health/ready, in servers, workers and schedulers.',
  'health.probes': 'Each probe asks for its own checks; /health asks for all.',
  'health.public': 'FW_HEALTH answers the two probes on PORT, ahead of routes, with the status.',
  'health.without-request': 'A check that needs a request is an error at boot.',
  'health.end':
    'The end begins with ready saying stopping; for FW_SHUTDOWN_DELAY requests are still taken.',
  'health.extension': 'A package answers further paths of the admin port, and flushes at the end.',
} as const
