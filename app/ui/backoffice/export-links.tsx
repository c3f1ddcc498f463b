type ExportLinksProps = { href: (format: 'xlsx' | 'csv') => string }

/** Links exports, Excel first because it preserves all types of cells. */
export function ExportLinks({ href }: ExportLinksProps) {
  return (
    <>
      <a href={href('xlsx')}>Exportar Excel</a>
      <a href={href('csv')}>Exportar CSV</a>
    </>
  )
}
