export const operations = {
  'health.admin-port':
    'FW_ADMIN_PORT answers /health, /health/live and /health/ready, in servers, workers and schedulers.',
  'health.probes': 'Each probe asks for its own checks; /health asks for all.',
  'health.public': 'FW_HEALTH answers the two probes on PORT, ahead of routes, with the status.',
  'health.without-request': 'A check that needs a request is an error at boot.',
  'health.end':
    'The end begins with ready saying stopping; for FW_SHUTDOWN_DELAY requests are still taken.',
  'health.extension': 'A package answers further paths of the admin port, and flushes at the end.',

  'workers.processes': 'fw serve --workers answers by several processes on one port.',
  'workers.auto': 'auto is the whole processors that the cgroups leave.',
  'workers.first':
    'Where no worker gets ready the command ends with 1, and the error is shown once.',
  'workers.restart': 'A worker that ends is replaced, after 100 ms at first.',
  'workers.reload': 'SIGHUP replaces workers one by one, the next ready before the last drains.',
  'workers.memory': 'A worker above its memory is replaced, the next ready first.',
  'workers.admin-port': 'Health is asked of a worker, and what packages collect of all.',
  'workers.end': 'SIGTERM ends all workers without a failed request; ready flips first.',
  'workers.with': '--with adds a process of each queue:work and schedule:work.',
  'workers.stores':
    'What keeps jobs or sessions in memory is an error at boot with more than one process.',
} as const
