import { expect, test } from 'vitest'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { editSetting, getShopRules, readSettingVersion } from '#app/models/settings/setting.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'

test('accepts only one of four concurrent first saves', async () => {
  const { userId } = await makeCustomer()
  // Four concurrent reads open the connections first, so that the saves overlap.
  const [rules = await getShopRules()] = await Promise.all(Array.from({ length: 4 }, () => getShopRules()))
  const saves = Array.from({ length: 4 }, () =>
    editSetting('shop', rules, { seenVersion: 0, actorUserId: userId }),
  )
  const outcomes = await Promise.allSettled(saves)
  const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(rejections).toHaveLength(3)
  for (const reason of rejections) expect(reason).toBeInstanceOf(StaleRecordError)
  expect(await readSettingVersion('shop')).toBe(1)
})
