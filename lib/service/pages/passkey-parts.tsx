import type { ReactNode } from 'react';
import { passkeyText } from '@/lib/messages/sign-in';

/** This form is hidden until the script finds that the browser supports passkeys. */
export const PasskeyForm = ({
  action,
  asks,
  options,
  label,
  isSecond = false,
  children,
}: {
  action: string;
  /** `get` asks for a passkey that the device has. `create` asks for a new one. */
  asks: 'get' | 'create';
  options: object;
  label: string;
  isSecond?: boolean;
  /** Hidden fields. */
  children: ReactNode;
}) => (
  <form
    method="post"
    action={action}
    hidden
    data-passkey={asks}
    data-options={JSON.stringify(options)}
    data-failed={asks === 'get' ? passkeyText.notUsed : passkeyText.notAdded}
    data-is-there={passkeyText.isThere}
  >
    {children}
    <input type="hidden" name="response" value="" />
    <button className={isSecond ? 'second' : undefined}>{label}</button>
    <p className="error note" aria-live="assertive" />
  </form>
);

/**
 * A field in forms that sign a person in. The script writes `yes` if this device can have a passkey that asks for a
 * fingerprint, face or PIN.
 */
export const HasPasskeys = () => <input type="hidden" name="hasPasskeys" value="" />;

export function hasPasskeys(form: URLSearchParams): boolean {
  return form.get('hasPasskeys') === 'yes';
}
