import { expect, test } from 'vitest'
import { getProviderFailure, trackProvider, watchProviders } from '#app/gateways/provider.server.ts'

const failWith = (message: string) => () => Promise.reject(new Error(message))

test('attributes a failure to the innermost provider', async () => {
  const error = await trackProvider('mail', () => trackProvider('storage', failWith('disk full'))).catch(
    (thrown) => thrown,
  )
  expect(getProviderFailure(error)).toEqual({ provider: 'storage', isAsked: true })
  expect(getProviderFailure(new Error('own'))).toBeUndefined()
  expect(getProviderFailure('text')).toBeUndefined()
})

test('does not count a rejected request as a failure of the provider', async () => {
  const providers = watchProviders()
  const rejection = providers.run(() =>
    trackProvider('mail', failWith('no such mailbox'), { isOutage: () => false }),
  )
  const error = await rejection.catch((thrown) => thrown)
  expect(getProviderFailure(error)).toBeUndefined()
  expect(providers.answered()).toEqual(['mail'])
})

test('lists a provider as answered if the last of several requests succeeded', async () => {
  const providers = watchProviders()
  await providers.run(async () => {
    await trackProvider('gateway', failWith('503')).catch(() => undefined)
    await trackProvider('gateway', async () => 'there')
    await trackProvider('pdf', async () => 'page')
    await trackProvider('pdf', failWith('gone')).catch(() => undefined)
  })
  expect(providers.answered()).toEqual(['gateway'])
})

test('reports that a provider was not asked when the request was skipped', async () => {
  const error = await trackProvider('gateway', failWith('paused'), { isAsked: () => false }).catch(
    (thrown) => thrown,
  )
  expect(getProviderFailure(error)).toEqual({ provider: 'gateway', isAsked: false })
})

test('lists for each of two jobs only the providers that this job called', async () => {
  const [firstJob, secondJob] = [watchProviders(), watchProviders()]
  await Promise.all([
    firstJob.run(() => trackProvider('mail', async () => 1)),
    secondJob.run(() => trackProvider('pdf', async () => 2)),
  ])
  expect([firstJob.answered(), secondJob.answered()]).toEqual([['mail'], ['pdf']])
})
