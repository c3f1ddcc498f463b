/**
 * Hides Vite's advice on reports that an API call imports too: app/reports/sheets.server.ts imports them lazily
 * for routes.ts, not to split the bundle. @type {import('vite').Rollup.WarningHandlerWithDefault}
 */
export function hideReportWarnings(warning, printWarning) {
  const isAboutReport = warning.plugin === 'vite:reporter' && warning.message.includes('sheets.server.ts')
  if (!isAboutReport) printWarning(warning)
}
