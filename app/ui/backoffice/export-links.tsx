type ExportLinksProps = { href: (format: 'xlsx' | 'csv') => string }

/** A list as a file; Excel comes first, because it keeps every kind of cell. */
export function ExportLinks({ href }: ExportLinksProps) {
  return (
    <>
      <a href={href('xlsx')}>Exportar Excel</a>
      <a href={href('csv')}>Exportar CSV</a>
    </>
  )
}
