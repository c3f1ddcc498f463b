export type QrModules = { size: number; data: ArrayLike<number> }

/** An SVG path with one unit per module and stroke width 1. `side` includes the quiet zone. */
export type QrPath = { side: number; path: string }

const quietZone = 4 // modules, required by ISO/IEC 18004

export function drawQrPath({ size, data }: QrModules): QrPath {
  const rows = Array.from({ length: size }, (_, row) => drawRow({ size, data }, row))
  return { side: size + 2 * quietZone, path: rows.join('') }
}

/** Returns the path of a row: one horizontal line for each run of dark modules. */
function drawRow({ size, data }: QrModules, row: number): string {
  const modules = Array.from({ length: size }, (_, column) => (data[row * size + column] ? '1' : '0')).join(
    '',
  )
  let end = 0
  return [...modules.matchAll(/1+/g)]
    .map(({ 0: run, index }) => {
      const move = end === 0 ? `M${quietZone + index} ${quietZone + row}.5` : `m${index - end} 0`
      end = index + run.length
      return `${move}h${run.length}`
    })
    .join('')
}
