/** A sheet with a folded corner, and on it an attitude indicator: horizon tilted, wings level. */
export function LogoMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path fill="#e6f0f1" d="M8 2h12l7 7v19a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" />
      <path fill="#2c8297" d="M6 21.5 27 15.5V28a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" />
      <path fill="#9fc4cd" d="M20 2v5a2 2 0 0 0 2 2h5z" />
      <path
        fill="none"
        stroke="#d9560f"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M9.5 17h3.5l3.5 3.5L20 17h3.5"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      Aeropub
    </span>
  )
}
