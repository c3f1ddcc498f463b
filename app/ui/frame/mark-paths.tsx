type MarkPathsProps = { sheet: string; line: string; lineWidth: string }

/** Draws a sheet with a folded corner and an attitude indicator, in a box of 32 × 32. */
export function MarkPaths({ sheet, line, lineWidth }: MarkPathsProps) {
  return (
    <>
      <path fill={sheet} d="M8 2h12l7 7v19a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" />
      <path fill="#2c8297" d="M6 21.5 27 15.5V28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" />
      <path fill="#9fc4cd" d="M20 2v5a2 2 0 0 0 2 2h5z" />
      <path
        fill="none"
        stroke={line}
        strokeWidth={lineWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M9.5 17h3.5l3.5 3.5L20 17h3.5"
      />
    </>
  )
}
