import type { LoaderFunctionArgs } from '@remix-run/node'
import ical, { ICalAlarmType, type ICalEventData } from 'ical-generator'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { renewalWindowDays } from '#app/domain/subscriptions/subscription.ts'
import { publicOrigin } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { listDueDates } from '#app/models/subscriptions/fleet-summary.server.ts'
import { paths } from '#app/paths.ts'
import { formatCopyName } from '#app/text/accounts/aircraft-labels.ts'

const DAY_SECONDS = 86_400
const ALARM_HOUR_SECONDS = 9 * 3_600 // from the midnight at which a whole day begins
const MINUTE_MS = 60_000
const NOON_HOUR = 12
const LAST_ALARM_DAYS = 7

/** Sends the due dates of the customer's units for calendars (RFC 5545). */
export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireAccount(args, 'units')
  const units = await listDueDates(profileId, toCivilDate(new Date()))
  const calendar = ical({
    name: 'Aeropub: vencimentos',
    prodId: { company: 'Aeropub', product: 'Vencimentos', language: 'PT-BR' },
    events: units.map(makeCalendarEvent),
  })
  return new Response(`${calendar.toString()}\r\n`, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="vencimentos.ics"',
      'Cache-Control': 'no-store',
    },
  })
}

type Unit = Awaited<ReturnType<typeof listDueDates>>[number]

/** Returns a whole-day event with alarms when the renewal opens and a week before. */
function makeCalendarEvent({ id, due, updated_at: updatedAt, ...unit }: Unit): ICalEventData {
  const renewalUrl = `${publicOrigin}${paths.renew(id)}`
  return {
    // The id is constant, so that importing the file again moves a renewed date instead of adding another.
    id: `assinatura-${id}@${new URL(publicOrigin).hostname}`,
    // Calendars replace an event only by an event with a higher number.
    sequence: Math.floor(updatedAt.getTime() / MINUTE_MS),
    start: toLocalNoon(due),
    end: toLocalNoon(addDays(due, 1)),
    allDay: true,
    summary: `Vence a assinatura: ${formatCopyName(unit)}`,
    description: `Vale até 23:59 deste dia (horário de Brasília). Pode ser renovada a partir de ${renewalWindowDays} dias antes: ${renewalUrl}`,
    url: `${publicOrigin}${paths.manage()}`,
    alarms: [renewalWindowDays, LAST_ALARM_DAYS].map((days) => ({
      type: ICalAlarmType.display,
      // Seconds before the event: at 9:00 on the day that is this many days earlier.
      trigger: days * DAY_SECONDS - ALARM_HOUR_SECONDS,
    })),
  }
}

/** Returns noon of the day because the library writes whole days in the machine's time zone. */
function toLocalNoon(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, NOON_HOUR)
}
