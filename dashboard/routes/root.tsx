import { createRootRoute, Outlet } from '@tanstack/react-router'
import { NothingAnywhere } from '../parts/route-states.tsx'
import { SignedOutDialog } from '../shell/signed-out-dialog.tsx'

export const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <SignedOutDialog />
    </>
  ),
  notFoundComponent: NothingAnywhere,
})
