import { type SettingName, settingIds } from '#app/domain/settings/setting.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { readSettingVersion } from '#app/models/settings/setting.server.ts'
import { formatHistoryLines } from '#app/text/backoffice/history-labels.ts'

const MAX_HISTORY_LINES = 50

/** Returns version and history of a setting. */
export async function loadSettingFrame(name: SettingName) {
  const [lock_version, entries] = await Promise.all([
    readSettingVersion(name),
    listHistoryForStaff('setting', settingIds[name], MAX_HISTORY_LINES),
  ])
  return { lock_version, history: formatHistoryLines(entries) }
}
