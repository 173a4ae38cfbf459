import { Outlet } from '@tanstack/react-router';

/** What surrounds every page. It is in the first file that a browser loads, so it is next to nothing. */
export function Root() {
  return <Outlet />;
}
