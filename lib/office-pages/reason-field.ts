import { memberText } from '@/lib/messages/office-member';
import { maxReason } from './form-text';

/** For a ShortForm: the reason of a change, which the journal keeps. It may stay empty. */
export const reasonField = {
  name: 'reason',
  label: memberText.reason,
  type: 'text',
  maxLength: maxReason,
} as const;
