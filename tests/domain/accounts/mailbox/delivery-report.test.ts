import { expect, test } from 'vitest'
import { isAddressFailure, readDeliveryReport } from '#app/domain/accounts/mailbox/delivery-report.ts'
import { loadReportSample, reportForms } from '#tests/support/mails/delivery-report.ts'

const statuses = { postfix: '5.1.1', exim: '5.2.1', exchange: '5.1.10', gmail: '5.1.1' }

test.each(reportForms)('the report of %s names the mail, the recipient and the reason', async (form) => {
  const report = readDeliveryReport(await loadReportSample(form))
  expect(report).toEqual({
    messageIds: ['evt-805@loja.exemplo.test'],
    failures: [{ recipients: ['ana@exemplo.test'], status: statuses[form] }],
  })
})

test('accepts a delivery report with either line ending', async () => {
  const text = await loadReportSample('postfix')
  expect(readDeliveryReport(text.replaceAll('\n', '\r\n'))).toEqual(readDeliveryReport(text))
})

test('decodes an encoded delivery report', async () => {
  const text = await loadReportSample('gmail')
  const [, status = ''] = /message\/delivery-status\n\n([\s\S]*?)\n\n--0000/.exec(text) ?? []
  const encodedStatus = Buffer.from(status).toString('base64')
  const encodedReport = text.replace(
    `message/delivery-status\n\n${status}`,
    `message/delivery-status\nContent-Transfer-Encoding: base64\n\n${encodedStatus}`,
  )
  expect(encodedReport).not.toContain('Action: failed')
  expect(readDeliveryReport(encodedReport)).toEqual(readDeliveryReport(text))
})

test('ignores reports of delays and of successful deliveries', async () => {
  const text = await loadReportSample('postfix')
  for (const action of ['delayed', 'delivered', 'relayed'])
    expect(readDeliveryReport(text.replace('Action: failed', `Action: ${action}`))?.failures).toEqual([])
})

test.each([
  '',
  'Subject: Estou de folga\nAuto-Submitted: auto-replied\n\nVolto dia 3.',
  'Content-Type: multipart/report\n\nsem limites',
  'Content-Type: multipart/mixed; boundary=x\n\n--x\n\nAction: failed\nStatus: 5.1.1\n--x--',
  `Content-Type: multipart/report; boundary=x\n\n${'--x\n\n'.repeat(5_000)}`,
])('ignores a mail that is no delivery report: %j', (text) => {
  expect(readDeliveryReport(text)).toBeUndefined()
})

test('limits the number of repeated fields and recipients in a report', async () => {
  const text = await loadReportSample('postfix')
  const report = readDeliveryReport(text)
  const repeatField = (times: number) => 'X-Filler: x\n'.repeat(times)
  expect(readDeliveryReport(repeatField(100_000) + text)).toBeUndefined()
  expect(readDeliveryReport(text.replace('Action: failed\n', `Action: failed\n${repeatField(50)}`))).toEqual(
    report,
  )
  const lateReport = readDeliveryReport(
    text.replace('Action: failed\n', `${repeatField(100_000)}Action: failed\n`),
  )
  expect(lateReport?.failures).toEqual([])
  const recipients = 'Final-Recipient: rfc822; x@exemplo.test\nAction: failed\nStatus: 5.1.1\n\n'
  const longReport = readDeliveryReport(
    text.replace('Reporting-MTA', `${recipients.repeat(20_000)}Reporting-MTA`),
  )
  expect(longReport?.failures).toHaveLength(200)
})

test('reads nested parts of a report to a limited depth', () => {
  const nestedParts = Array.from(
    { length: 40 },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`,
  )
  expect(readDeliveryReport(nestedParts.join(''))).toBeUndefined()
})

test.each([
  ['5.1.1', true],
  ['5.1.10', true],
  ['5.2.2', true],
  ['5.4.1', true],
  ['5.4.4', true],
  ['5.1.8', false],
  ['5.7.1', false],
  ['5.0.0', false],
  ['5.3.4', false],
  ['4.2.2', false],
])('a delivery failure with status %s concerns the address itself: %s', (status, expected) => {
  expect(isAddressFailure(status)).toBe(expected)
})
