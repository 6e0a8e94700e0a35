export const applicationServices = {
  'event.dispatch': 'Any object is an event; dispatch hands it to its listeners.',
  'event.listener': 'A method marked Listener takes the events of its parameter type.',
  'event.discovery': 'Listeners under the roots of the application are discovered.',
  'event.registry-before-boot':
    'The discovered EventListenerRegistry is put on the container before it boots.',
  'event.missing-registry': 'Without a registry dispatch reaches nobody and raises nothing.',
  'event.order':
    'Listeners run in the order they were registered in, and the first error reaches whoever dispatched.',

  'console.command': 'A method marked Command is run by its name, with a description for the list.',
  'console.arguments': 'Parameters are positional arguments in order, cast by type.',
  'console.options': 'Parameters marked Option are given as --name.',
  'console.exit-code': 'The number a command returns is the exit code; nothing is 0.',
  'console.error': 'A command that throws has its error printed, and the exit code is 1.',
  'console.usage': 'Arguments that do not fit get the usage text and exit code 2.',
  'console.floating-rejection':
    'A command that runs until it is asked to end logs a rejection that nobody awaits, with its stack, and goes on.',
  'console.uncaught-exception':
    'An exception that nobody catches ends such a command in order, with exit code 1.',
  'console.list': 'fw alone lists its own commands and those of the application.',
  'console.discovery': 'Commands under the roots of the application are discovered.',
  'console.serving':
    'HOST and PORT say where a serving command listens, 0.0.0.0:8080 without them (fw dev: 127.0.0.1); it prints the address.',
  'console.built-in': 'fw has dev, serve, build, routes, openapi, mcp:serve and queue:work.',
  'console.dev': 'fw dev starts the application again when a source changes.',
  'dev.address': 'fw dev holds the address: no request fails while the application starts anew.',
  'dev.failed-boot':
    'After a failed boot fw dev answers with the problems, as a page for browsers, else as JSON.',
  'dev.watches': 'fw dev watches roots, workspace packages, tsconfig.json, package.json and .env.',
  'dev.exception':
    'Under fw dev, and there alone, a 500 shows a caller on this machine the error with its causes and their source.',
  'dev.inspect':
    '--inspect and --inspect-brk of fw dev reach the application alone, on the same port after each restart.',
  'dev.backend':
    'backend() lets vite start fw dev, proxies its routes, and shows in the overlay why it does not start.',
  'dev.stale-client': 'With backend(), vite build fails on a stale client.',
  'dev.inspector':
    '/_fw of fw dev tells callers on this machine of the last operations: arguments, failures, statements, lines, duration; secrets are masked.',
  'dev.mcp':
    '/_fw/mcp and fw mcp:dev give agents check, list_routes, describe_route, last_errors, get_request, read_log, search_docs and send_request.',
  'dev.client': 'fw dev rewrites the client after each good boot where fw.client is set.',
  'dev.npx': 'SIGTERM of npx fw dev ends the application.',
  'console.routes': 'fw routes lists the routes with their methods.',
  'console.openapi': 'fw openapi writes the document to a file or to stdout.',
  'console.without-bootstrap':
    'fw openapi and fw routes register classes; they run no bootstrap, build no service, open no connection.',
  'console.check': 'fw check lists every mistake of the declarations at once, each with its place.',
  'console.check-fix': 'fw check --fix writes missing return types as the compiler infers them.',
  'console.build': 'fw build writes plain JavaScript with type information and discovery baked in.',

  'queue.push': 'push takes a job, a delay in seconds, a queue and a number of attempts.',
  'queue.job': 'A class that implements Job is run by handle, whose parameters are injected.',
  'queue.payload':
    'The constructor parameters of a job are its payload, validated on the way back.',
  'queue.worker': 'Pushed jobs run in a worker, a process apart from the web server.',
  'queue.at-least-once': 'A worker that dies in the middle of a job loses nothing.',
  'queue.retries':
    'A failure is retried with back-off doubling from 1 s to at most 15 min, three attempts by default.',
  'queue.failed': 'A job that used up its attempts is kept for listing and another try.',
  'queue.lease':
    'A lease, renewed while a job runs, decides when the job of a dead worker is taken over.',
  'queue.graceful-stop': 'On SIGTERM a worker ends its current job and takes no further one.',
  'queue.backends': 'Memory, database and Redis keep one contract, chosen by QUEUE_CONNECTION.',
  'queue.failed-command': 'fw queue:failed prints id, class and message, one job a line.',
  'queue.options':
    '@JobOptions says queue, attempts, back-off and timeout of a class, a push those of one job.',
  'queue.info':
    'handle may take JobInfo: id, attempt, attempts in all, queue and when it was pushed.',
  'queue.timeout': 'A job that outlives its timeout sees its AbortSignal abort, and has failed.',
  'queue.cancel':
    'Queue.cancel removes a waiting job; a running one sees its AbortSignal abort and is not tried again.',
  'queue.give-up': 'A job that throws GiveUp is not tried again.',
  'queue.failed-method': 'failed(error) of a job is called after its last attempt.',
  'queue.names':
    'Jobs are stored under the name of the class or of @JobOptions, and found by former ones.',
  'queue.unknown':
    'A job whose class a worker does not know goes back for others, 30 s each, and fails after 10 min.',
  'queue.unique':
    'Of unique jobs one waits or runs at a time; a further push gives its id, and failing for good frees it.',
  'queue.pause': 'No worker takes jobs of a paused queue, until it is resumed.',
  'queue.forget': 'Failed jobs are forgotten by queue:forget, and after QUEUE_KEEP_FAILED_DAYS.',
  'queue.weights': 'Queues with weights come first as often as their weights say.',
  'queue.push-all': 'pushAll stores all jobs or none.',
  'queue.retry-command': 'fw queue:retry gives one job, or all, another round of attempts.',

  'migrate.run':
    'fw migrate runs each migration once, in the order of the ids, and boots no application.',
  'migrate.atomic':
    'Where the database has transactions for it, a migration and its record are one; else the record counts statements.',
  'migrate.checksum': 'A file that has run and was changed is refused, with both checksums.',
  'migrate.down': 'migrate:down takes the last migrations back.',
  'migrate.lock': 'One process migrates at a time; the others wait, and name the holder.',
  'migrate.lock-timeout': 'A migration that waits for a lock gives up in the end.',
  'migrate.connection':
    'A class that extends MigrationConnection opens the connection of migrations.',
  'migrate.check':
    'fw schema:check lists what classes marked @Table and their tables disagree about.',

  'container.instance': 'instance(Token, value) gives that value.',
  'container.bind': 'bind builds once, per request or per use, by its scope.',
  'container.boot-locks': 'boot locks the container.',
  'container.autowire': 'An unregistered class is built from the types of its constructor.',
  'container.scope': 'What needs something of a request is built per request, all else once.',
  'container.dispose': 'A scope disposes of what it built.',
  'container.errors': 'Errors show the chain of what was being built.',
  'container.interface-token': 'An interface as a dependency is refused, and the message says why.',
  'container.abstract-token': 'An abstract class is a token like any class.',

  'config.environment': 'Config reads .env at the root, and the real environment wins.',
  'config.typed': 'Values are read as text, int, float, bool or list.',
  'config.missing':
    'A key without value or default, and a value of another type, raise an error naming key and form.',
  'logging.json-lines': 'The default logger writes JSON lines to stderr.',
  'logging.own-logger': 'An application may bind a Logger of its own.',

  'discovery.roots': 'The roots come from fw.roots in package.json and are src by default.',
  'discovery.imports-little':
    'A module is imported only when its source declares attributed classes.',
  'discovery.entry-points':
    'Routes, listeners, tools and commands each have a discover(root) that gives their registry.',
  'app.create':
    'createApp(root) answers a kernel with its container, router and config; tools or resources bring /mcp.',
  'app.bootstrap':
    'src/bootstrap.ts, when present, is given the container and the config before boot.',
} as const
