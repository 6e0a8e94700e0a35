export const pingpong = {
  'ping.id':
    'ping_messages.id is an unsigned big integer, incremented by the database, and the key.',
  'ping.scenario': 'scenario is required, up to 20 characters: direct, queued or cron.',
  'ping.status': 'status is required, up to 20 characters, pending at first, then ponged.',
  'ping.created-at': 'created_at is required, written as Y-m-d H:i:s.',
  'ping.ponged-at': 'ponged_at is null until the ping is ponged, in the same form.',
  'ping.create':
    'create writes a pending row with created_at and dispatches stage db with the new id.',
  'ping.mark-ponged': 'markPonged picks a row by id alone and sets its status and ponged_at.',

  'ping.scenario-counts': 'ScenarioCounts has total and counts by scenario.',
  'ping.scenario-stat': 'ScenarioStat has an integral count and a fractional percentage.',
  'ping.breakdown': 'PingScenarioBreakdown has total and byScenario, a ScenarioStat for each.',
  'ping.action-event':
    'ActionEvent has a stage, and an id and a scenario that are null by default.',
  'ping.pong-job': 'PongJob carries the id.',
  'ping.percentage':
    'A percentage is count by total in hundredths, to one decimal; 0.0 for no total.',

  'ping.config-database':
    'The database is named by DB_CONNECTION, DB_HOST, DB_PORT, DB_NAME, DB_USER and DB_PASSWORD.',
  'ping.config-redis': 'Redis is named by REDIS_HOST and REDIS_PORT.',
  'ping.config-queue': 'QUEUE_CONNECTION picks the backend of the queue.',
  'ping.config-socket-credentials':
    'SOCKET_APP_ID, SOCKET_KEY and SOCKET_SECRET are the credentials of the publisher, with defaults for development.',
  'ping.config-socket-backend':
    'SOCKET_HOST and SOCKET_PORT are where the backend publishes, port 6001 by default.',
  'ping.config-socket-browser':
    'SOCKET_BROWSER_HOST and SOCKET_BROWSER_PORT are where the browser connects, a local name and 6001 by default.',
  'ping.config-only':
    'The same code runs on SQLite, MySQL or PostgreSQL, and with Redis, by configuration alone.',

  'ping.page': 'GET / is a page that subscribes to channel ping-pong with the public settings.',
  'ping.page-events': 'The page prepends a line #<id> <stage> (<scenario>) for each event action.',
  'ping.page-buttons': 'Two buttons of the page post to the direct and the queued route.',
  'ping.page-hidden': 'The page is hidden from the document.',
  'ping.direct':
    'POST /pong/direct creates a direct ping and marks it ponged in the same request, without content.',
  'ping.queued': 'POST /pong/queued creates a pending ping and pushes PongJob, without content.',
  'ping.tally': 'GET /pong/tally answers total and the counts of direct, queued and cron.',
  'ping.cron':
    'pings:pong-cron creates a ping of scenario cron, pongs it at once and exits 0; a schedule repeats it.',
  'ping.job': 'PongJob announces stage queue, then pongs its ping, then announces stage socket.',
  'ping.tool': 'The tool ping_scenario_breakdown takes no arguments and answers the breakdown.',
  'ping.republish':
    'A listener republishes every ActionEvent on channel ping-pong as action with stage, id and scenario.',
  'ping.publish-never-fails': 'A dead socket server fails no request and no job.',
  'ping.start':
    'npm start runs everything on Node alone: SQLite file, database queue, embedded socket server.',
  'ping.embedded-socket-server':
    'The embedded server speaks the Pusher protocol to the official clients and refuses an unsigned publish with 401.',
  'ping.sqlite-path': 'With sqlite DB_NAME is the path of the file.',

  'stage.db': 'Stage db carries the new id and no scenario, from the creation of a ping.',
  'stage.app': 'Stage app carries id and scenario, from the two POST routes after creation.',
  'stage.queue': 'Stage queue carries the id and no scenario, from the job when it starts.',
  'stage.cron': 'Stage cron carries id and scenario, from the command after ponging.',
  'stage.socket': 'Stage socket carries id and scenario, after ponging in each of the three ways.',
  'stage.order-direct': 'A direct ping passes db, app, socket.',
  'stage.order-queued': 'A queued ping passes db, app, and after the delay queue, socket.',
  'stage.order-cron': 'A cron ping passes db, cron, socket.',

  'limit.page-default': 'The page of the reference routes is 1 by default.',
  'limit.per-page-default': 'perPage of the reference routes is 20 by default.',
  'limit.queued-delay': 'A queued ping waits 5 seconds.',
  'limit.cron-interval': 'The schedule of the cron pings comes every 5 seconds.',
  'limit.socket-port': 'The socket server listens on 6001 by default.',
} as const
