import type { Page } from '@playwright/test'
import { trackingCheckDigit } from '#app/domain/tracking.ts'
import { decide, twinOf } from './support/people.ts'
import { publications, seeded } from './support/shop.ts'
import { expect, test } from './support/test.ts'
import { logIn, payOrder } from './support/walk.ts'

test('staff look through shipments', async ({ page }) => {
  await logIn(page, seeded.staff)
})
