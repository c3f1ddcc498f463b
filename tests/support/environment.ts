/** Environment for tests that run without the runner's services. */
process.env.NODE_ENV = 'test'
process.env.APP_ENV = 'test'
process.env.DATABASE_URL ??= 'mysql://nobody@127.0.0.1:1/none'
process.env.REDIS_URL ??= 'redis://127.0.0.1:1'
process.env.COOKIE_SECRETS ??= 'only-for-tests-only-for-tests-only-for-tests'
process.env.LOG_LEVEL ??= 'silent'
process.env.FILE_WAIT_MS ??= '1'
